# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain translate``: from the options to a report for each file.

``prepare`` says what is read and where it goes before anything is translated;
``deliver`` then yields one report a file, in order, with the outputs written.
Printing is left to ``translate.py``. The translator, and all that takes time to load,
is imported only when a file holds a directive.
"""

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.cli import inputs
from pointerchain.cli.console import UsageError
from pointerchain.cli.inputs import STDIN_NAME, Input
from pointerchain.cli.translate_options import (
    CHECK,
    DIFF,
    DUMP,
    EXPLAIN,
    IN_PLACE,
    STDIN,
    TO_DIRECTORY,
    TO_FILE,
    TO_STDOUT,
    TranslateOptions,
    refuse_single_output,
)

TYPE_CHECKING = False  # as in typing, which takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pointerchain.analysis.effects import Functions
    from pointerchain.cli.compile_flags import Flags
    from pointerchain.cli.pool import WorkerDied
    from pointerchain.cli.translate_options import TranslateOptions
    from pointerchain.diagnostics import Diagnostic, WarningControls
    from pointerchain.translator import Translation
    from pointerchain.translator.text.directives import Promise

TRANSLATED, UNCHANGED, REFUSED, FAULTY = "translated", "unchanged", "refused", "faulty"


class Report:
    """What became of one file.

    ``diagnostics`` lie in ``source``; ``text`` is the translation, None where there is
    none. ``remark`` is worth a note, ``fault`` says what the tool itself did wrong and
    ``trace`` where. ``stdout`` is what standard output is to get. ``headers`` are the files
    whose shapes and policies it needs, None where nobody knows.
    """

    def __init__(
        self,
        path: str,
        outcome: str,
        *,
        source: bytes = b"",
        text: bytes | None = None,
        diagnostics: tuple[Diagnostic, ...] = (),
        fault: str = "",
        trace: str = "",
    ) -> None:
        self.path = path
        self.outcome = outcome
        self.source = source
        self.text = text
        self.diagnostics = diagnostics
        self.fault = fault
        self.trace = trace
        self.remark = ""
        self.stdout = b""
        self.headers: tuple[str, ...] | None = None


class Run:
    """All inputs of a run, each once, with the place its output goes to."""

    def __init__(self, options: TranslateOptions, controls: WarningControls | None) -> None:
        self.options = options
        self.controls = controls
        self.inputs: list[Input] = []
        self.targets: dict[Input, str] = {}
        self.remark = ""
        # A directory counts as several files even where it holds one.
        self.several = False


class Job:
    """One source for the translator, as it travels to a worker."""

    def __init__(self, item: Input, flags: Flags, options: TranslateOptions, dump: str | None) -> None:
        self.path = item.path
        self.data = item.data
        self.arguments = flags.arguments
        self.language = flags.language
        self.verify, self.check_promises = options.verify, options.check_promises
        self.auto, self.only, self.remarks = options.auto, options.only, options.remarks
        self.deep = options.deep
        self.promises: tuple[Promise, ...] = ()
        self.program: Functions | None = None
        self.dump = dump
        self.explain = options.output if options.mode == EXPLAIN else None
        self.remark = flags.remark


def prepare(options: TranslateOptions, controls: WarningControls | None) -> Run:
    """Find the inputs and settle the outputs; raises :class:`UsageError` and :class:`InputError`."""
    result = Run(options, controls)
    found: list[Input] = []
    sources = 0
    for path in options.inputs:
        if path == STDIN:
            found.append(inputs.standard_input())
        elif not inputs.is_directory(path):
            found.append(inputs.named_input(path))
        else:
            refuse_single_output(options, f"directory '{path}'")
            skipped = options.output if options.mode == TO_DIRECTORY else None
            tree = inputs.scan(path, skipped, options.auto or options.deep)
            if not tree.sources and not tree.inputs:
                raise UsageError(f"directory '{path}' holds no C or C++ file")
            found += tree.inputs
            sources += tree.sources
            result.several = True
    result.inputs = _each_once(found)
    _check_fortran(result.inputs, options)
    result.several = result.several or len(result.inputs) > 1
    if sources and not result.inputs:
        result.remark = f"none of {sources} C and C++ file{'s' if sources > 1 else ''} holds a directive"
    for item in result.inputs if options.auto or options.deep else ():
        item.marked = True
    if options.build_dir is not None:
        from pointerchain.cli.compile_flags import check_build_dir

        check_build_dir(options.build_dir, options.settings)
    _settle_targets(result)
    return result


def _check_fortran(found: list[Input], options: TranslateOptions) -> None:
    """Refuse what is not there for Fortran, and Fortran where nothing reads it."""
    path = next((item.path for item in found if item.path.endswith(inputs.FORTRAN)), None)
    if path is None:
        return
    if options.auto or options.check_promises or options.mode in (DUMP, EXPLAIN):
        raise UsageError(f"'{path}' is Fortran, for which the option is not there: leave it out")
    from pointerchain.cli.fortran import is_fixed, need_fparser

    need_fparser()
    fixed = next((item.path for item in found if is_fixed(item.path, options.clang_args or ())), None)
    if fixed is not None and options.mode == IN_PLACE:
        raise UsageError(f"'{fixed}' is in fixed form, and its translation in free form: use '-o FILE.f90'")


def _each_once(found: list[Input]) -> list[Input]:
    """Drop what is named a second time, by whatever path."""
    kept: dict[str, Input] = {}
    for item in found:
        kept.setdefault(STDIN if item.path == STDIN_NAME else os.path.realpath(item.path), item)
    return list(kept.values())


def _settle_targets(result: Run) -> None:
    """Say where each output goes; no two may meet, and none may fall on an input."""
    options = result.options
    for item in result.inputs:
        if item.problem is not None:
            continue
        if options.mode == IN_PLACE:
            result.targets[item] = item.path
        elif options.mode == TO_FILE and options.output is not None:
            result.targets[item] = options.output
        elif options.mode == TO_DIRECTORY and options.output is not None:
            result.targets[item] = os.path.join(options.output, _named(item, options))
    inputs = {os.path.realpath(item.path): item.path for item in result.inputs if item.path != STDIN_NAME}
    log = options.diagnostics_output
    if log is not None and os.path.realpath(log) in inputs:
        raise UsageError(f"'--diagnostics-output {log}' would overwrite an input")
    if options.mode != IN_PLACE:
        _check_targets(result.targets, inputs)


def _named(item: Input, options: TranslateOptions) -> str:
    """The name of an input's output below a directory; what was in fixed form is in free form."""
    if item.path.endswith(inputs.FORTRAN):
        from pointerchain.cli.fortran import is_fixed

        if item.marked and is_fixed(item.path, options.clang_args or ()):
            return os.path.splitext(item.layout)[0] + ".f90"
    return item.layout


def _check_targets(targets: dict[Input, str], inputs: dict[str, str]) -> None:
    """Refuse outputs that meet each other or an input; ``inputs`` is by real path."""
    outputs: dict[str, str] = {}
    for item, target in targets.items():
        real = os.path.realpath(target)
        if os.path.exists(real) and not os.path.isfile(real):
            continue  # a device takes whatever it is given
        if real in inputs:
            raise UsageError(f"the output for '{item.path}' is input '{inputs[real]}': use '--in-place'")
        if real in outputs:
            raise UsageError(f"'{outputs[real]}' and '{item.path}' would both be written to '{target}'")
        outputs[real] = item.path


def deliver(run: Run, *, colour: bool = False) -> Generator[Report, None, None]:
    """Translate what holds directives and deliver it; a report an input, in the inputs' order.

    ``colour`` tells whether standard output shows colours.
    """
    jobs: list[Job] = []
    early: dict[Input, Report] = {}
    for item in run.inputs:
        if item.problem is not None:
            early[item] = _problem(item.path, f"cannot read: {files.reason(item.problem)}")
    marked = [item for item in run.inputs if item.marked and item not in early]
    dump = run.options.output if run.options.mode == DUMP else None
    if marked:
        from pointerchain.cli.compile_flags import CompileFlags, NoFlags

        compile_flags = CompileFlags(run.options.build_dir, run.options.clang_args, run.options.language)
        for item in marked:
            try:
                jobs.append(Job(item, compile_flags.of(item.path), run.options, dump))
            except NoFlags as error:
                early[item] = _problem(item.path, str(error))
    if run.options.auto:
        _prepare_auto(run.options, jobs)
    results = _translate_all(jobs, _process_count(run.options.jobs))
    reports = _reports(run, early, results)
    if run.options.mode == IN_PLACE:
        yield from _InPlace(run, list(reports)).deliver()
        return
    for item, report in reports:
        yield _delivered(report, item, run, colour)


def _prepare_auto(options: TranslateOptions, jobs: list[Job]) -> None:
    """Give the jobs what is known beyond their sources: promises, and the functions of a build."""
    promises: tuple[Promise, ...] = ()
    if options.vouched:
        from pointerchain.cli.promised import promises_given

        promises = promises_given(options.vouched)
    program: Functions = {}
    if options.build_dir is not None:
        from pointerchain.cli.program import functions_of_build

        program = functions_of_build(options.build_dir, _process_count(options.jobs), promises)
    for job in jobs:
        job.promises, job.program = promises, program


def _reports(
    run: Run, early: dict[Input, Report], results: Iterator[Report]
) -> Iterator[tuple[Input, Report]]:
    """Each input with its report, nothing written yet."""
    for item in run.inputs:
        if item in early:
            yield item, early[item]
        elif item.marked:
            yield item, _judged(next(results), run)
        else:
            yield item, _as_it_is(item, run)


def _describes(text: bytes) -> bool:
    """Whether a file may say something of types to others; a word too many only keeps a file back."""
    return b"shape" in text or b"policy" in text


class _InPlace:
    """Replaces files once all are translated, each header after the files that need its shapes.

    A translated header has no shapes any more. A source is read with its headers as they are, so none may be
    replaced before all are translated; and a source that could not be replaced is to be translated again,
    so the headers that it needs stay as they are.
    """

    def __init__(self, run: Run, reports: list[tuple[Input, Report]]) -> None:
        self.run, self.reports = run, reports
        self.done: set[int] = set()
        self.kept: set[int] = set()
        """Numbers of the reports whose files still hold the directives they had."""
        places = {os.path.realpath(item.path): n for n, (item, _) in enumerate(reports)}
        self.readers: dict[int, list[int]] = {}
        """By number of a header: the files that need its shapes."""
        for number, (_, report) in enumerate(reports):
            for name in places if report.headers is None else map(os.path.realpath, report.headers):
                if name in places and places[name] != number and _describes(reports[places[name]][1].source):
                    self.readers.setdefault(places[name], []).append(number)

    def deliver(self) -> Iterator[Report]:
        """The reports in the inputs' order, when all is written."""
        for number in range(len(self.reports)):
            self._settle(number)
        return iter([report for _, report in self.reports])

    def _settle(self, number: int) -> None:
        if number in self.done:
            return
        self.done.add(number)
        readers = self.readers.get(number, ())
        for reader in readers:
            self._settle(reader)
        item, report = self.reports[number]
        blocking = next((reader for reader in readers if reader in self.kept), None)
        if blocking is not None and report.outcome == TRANSLATED:
            why = self.reports[blocking][1]
            needs = "may need" if why.headers is None else "needs"
            how = {FAULTY: "failed", REFUSED: "was refused"}.get(why.outcome, "is kept, too")
            report.outcome, report.text = UNCHANGED, None
            report.remark = f"'{item.path}' is left as it was: '{why.path}', which {needs} its shapes, {how}"
            self.kept.add(number)
            return
        _delivered(report, item, self.run, False)
        if report.outcome in (REFUSED, FAULTY):
            self.kept.add(number)


def _process_count(asked: int) -> int:
    """``-j 0`` means as many processes as this one may use processors."""
    if asked or not hasattr(os, "sched_getaffinity"):
        return asked or os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def _problem(path: str, what: str) -> Report:
    """The report of a file that cannot be read, translated or written for a reason of its own."""
    return Report(path, REFUSED, diagnostics=(_io(path, what),))


def _io(path: str, what: str) -> Diagnostic:
    from pointerchain.diagnostics import diagnostic
    from pointerchain.locations import WHOLE_FILE

    return diagnostic("io", path, WHOLE_FILE, what=what)


def _as_it_is(item: Input, run: Run) -> Report:
    """The report of a file without directives; its bytes are needed only where they go somewhere."""
    text = item.data
    if text is None and run.options.mode in (TO_STDOUT, TO_FILE, TO_DIRECTORY):
        try:
            text = files.read(item.path)
        except OSError as error:
            return _problem(item.path, f"cannot read: {files.reason(error)}")
    report = Report(item.path, UNCHANGED, source=text or b"", text=text)
    report.headers = ()
    return report


def _translate_all(jobs: list[Job], processes: int) -> Iterator[Report]:
    """The results in order: one job runs here, several in processes of which any may die."""
    if len(jobs) < 2:
        yield from map(translate_job, jobs)
        return
    import pointerchain.translator  # noqa: F401 -- loaded once, before the workers are forked
    from pointerchain.cli.pool import Pool, WorkerDied

    with Pool(translate_job, jobs, processes) as pool:
        for job, result in zip(jobs, pool.results(), strict=True):
            if isinstance(result, WorkerDied):
                fault = f"the process that translated it {_how_it_ended(result)}"
                yield Report(job.path, FAULTY, fault=fault)
            else:
                yield result


def _how_it_ended(death: WorkerDied) -> str:
    from signal import strsignal

    if death.status is not None and death.status < 0:
        return f"died: {(strsignal(-death.status) or f'signal {-death.status}').lower()}"
    return f"ended with exit code {death.status}"


def translate_job(job: Job) -> Report:
    """Read and translate one source; never raises but for an interrupt."""
    try:
        data = files.read(job.path) if job.data is None else job.data
    except OSError as error:
        return _problem(job.path, f"cannot read: {files.reason(error)}")
    if job.auto and not (job.remarks or files.has_word(data) or _has_loops(job, data)):
        report = Report(job.path, UNCHANGED, source=data, text=data)
        report.remark = job.remark
        return report
    try:
        made = _made(job, data)
        dumped = b""
        if job.dump is not None:
            from pointerchain.translator.dump import dump

            dumped = dump(job.dump, data, job.path, job.arguments, job.language)
        if job.explain is not None:
            from pointerchain.cli.regions import explained

            dumped = explained(job.path, data, made.regions, job.explain)
    except Exception as error:
        return _fault(job.path, error)
    outcome = TRANSLATED if made.changed else UNCHANGED
    report = Report(job.path, outcome, source=data, text=made.text, diagnostics=made.diagnostics)
    report.remark = job.remark
    report.stdout = dumped
    report.headers = made.headers
    return report


def _has_loops(job: Job, data: bytes) -> bool:
    """Whether a source may have loops with chains, told without what a translation needs loaded."""
    from pointerchain.build.patterns import may_hold_chains

    if job.path.endswith(inputs.FORTRAN):
        return True
    words = job.arguments
    said = job.language is not None or any(
        word[:2] in ("-x", "--") or word[:1] == "@" or "++" in word for word in words
    )
    return may_hold_chains(data, cxx=said or not job.path.endswith(".c"))


def _may_hold_chains(job: Job, data: bytes) -> bool:
    from pointerchain.build.patterns import may_hold_chains
    from pointerchain.translator.clang.arguments import is_cxx

    return may_hold_chains(data, is_cxx(job.path, job.arguments, job.language))


def _made(job: Job, data: bytes) -> Translation:
    if job.path.endswith(inputs.FORTRAN):
        from pointerchain.cli import fortran

        return fortran.translated(data, job.path, job.arguments)
    if job.deep:
        from pointerchain.deepcopy.lower import translate_by_default

        def said(deepened: bytes) -> Translation:
            return _made_as_said(job, deepened)

        return translate_by_default(data, job.path, job.arguments, job.language, said)
    return _made_as_said(job, data)


def _made_as_said(job: Job, data: bytes) -> Translation:
    """What is made of a C or C++ source all of whose deep clauses are written."""
    if job.auto and (job.remarks or _may_hold_chains(job, data)):
        from pointerchain.suggest.auto import translate_auto
        from pointerchain.suggest.program import Program

        return translate_auto(
            data,
            job.path,
            job.arguments,
            language=job.language,
            elsewhere=Program([job.program]).does if job.program else None,
            promises=job.promises,
            only=job.only,
            remarks=job.remarks,
        ).translation
    from pointerchain import translator

    return translator.translate(
        data,
        job.path,
        job.arguments,
        language=job.language,
        verify=job.verify,
        check_promises=job.check_promises,
    )


def _fault(path: str, error: Exception) -> Report:
    """The report of an exception: the tool's own mistake, whatever the source holds."""
    from traceback import extract_tb, format_exception

    last = extract_tb(error.__traceback__)[-1]
    # A long message is often the source itself.
    what = f"{type(error).__name__}: {error}"[:300]
    fault = f"{what} ({os.path.basename(last.filename)}:{last.lineno})"
    return Report(path, FAULTY, fault=fault, trace="".join(format_exception(error)))


def _judged(report: Report, run: Run) -> Report:
    """Apply the ``-W`` options; a report with an error has no text."""
    if report.outcome == FAULTY:
        return report
    if run.controls is not None:
        report.diagnostics = run.controls.apply(report.diagnostics)
    if any(diagnostic.severity == "error" for diagnostic in report.diagnostics):
        report.outcome, report.text = REFUSED, None
    elif report.text is None:
        report.outcome, report.fault = FAULTY, "the translator gave neither a translation nor an error"
    return report


def _delivered(report: Report, item: Input, run: Run, colour: bool) -> Report:
    """Put the text where it belongs; a failure to write becomes part of the report."""
    mode, text = run.options.mode, report.text
    if text is None or mode in (CHECK, DUMP, EXPLAIN) or (mode == IN_PLACE and report.outcome != TRANSLATED):
        return report
    if mode == TO_STDOUT:
        report.stdout = text
    elif mode == DIFF:
        from pointerchain.cli.diff import unified

        report.stdout = unified(report.path, report.source, text, colour=colour)
    else:
        target = run.targets[item]
        try:
            if mode == TO_DIRECTORY:
                os.makedirs(os.path.dirname(target), exist_ok=True)
            files.write_whole(target, text)
        except OSError as error:
            report.outcome = REFUSED
            report.diagnostics += (_io(target, f"cannot write: {files.reason(error)}"),)
    return report
