# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From the reports of a run to what it says: diagnostics as text or SARIF, and the counts at its end.

A run that has nothing to say loads nothing.
"""

from __future__ import annotations

from pointerchain.cli.translate_options import CHECK, TranslateOptions
from pointerchain.cli.translate_run import FAULTY, REFUSED, TRANSLATED, UNCHANGED, Report, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.cli.sarif import SarifLog


class Reporter:
    """Turns reports into diagnostics in the format, and for the place, that the options name."""

    def __init__(self, options: TranslateOptions, *, colour: bool) -> None:
        self._sarif: SarifLog | None = None
        if options.diagnostics_format == "sarif":
            from pointerchain.cli.sarif import SarifLog

            self._sarif = SarifLog()
        self._output = options.diagnostics_output
        self._colour = colour and self._output is None
        self._kept: list[str] = []

    def add(self, report: Report) -> str:
        """Take in one report; what standard error is to get now."""
        text = ""
        if report.diagnostics:
            text = self._diagnostics(report)
        if self._sarif is not None:
            if report.fault:
                self._sarif.add_fault(report.fault, report.path)
            # On standard error a log must stand alone.
            return self._fault(report) if self._output is not None else ""
        if report.remark:
            text = f"pointerchain: note: {report.remark}\n{text}"
        if self._output is not None:
            self._kept.append(text)
            return self._fault(report)
        return text + self._fault(report)

    def finish(self) -> str:
        """What is left to say in the end: all that goes to the output file, or a log for standard error."""
        return self._sarif.text() if self._sarif is not None else "".join(self._kept)

    def _diagnostics(self, report: Report) -> str:
        from pointerchain.locations import SourceFiles

        sources = SourceFiles({report.path: report.source})
        if self._sarif is not None:
            self._sarif.add(report.diagnostics, sources)
            return ""
        from pointerchain.render import render

        return "".join(render(each, sources, colour=self._colour) for each in report.diagnostics)

    def _fault(self, report: Report) -> str:
        if not report.fault:
            return ""
        from pointerchain.cli.fault import fault_text

        return fault_text(report.path, report.fault, report.trace)


_WARNED = "warned"


class Tally:
    """The counts of a run."""

    def __init__(self) -> None:
        self.outcomes = {TRANSLATED: 0, UNCHANGED: 0, REFUSED: 0, FAULTY: 0}
        self.errors = 0
        self.warnings = 0
        self.lacks_header = False
        self.warned = 0
        """Files without an error that have a warning."""

    def add(self, report: Report) -> None:
        """Count one report."""
        self.outcomes[report.outcome] += 1
        self.warned += bool(report.diagnostics) and report.outcome in (TRANSLATED, UNCHANGED)
        for diagnostic in report.diagnostics:
            if diagnostic.severity == "error":
                self.errors += 1
                if diagnostic.code == "source-error" and diagnostic.message.endswith("file not found"):
                    self.lacks_header = True
            elif diagnostic.severity == "warning":
                self.warnings += 1

    def text(self, run: Run) -> str:
        """The lines that end a run: Clang's count of diagnostics, and what became of the files."""
        text = ""
        if self.errors or self.warnings:
            from pointerchain.render import generated

            text = generated(self.errors, self.warnings)
        if self.lacks_header:
            # what a first run of anybody's meets
            hint = "the compiler's flags go after '--', as in '-- -I include'; or '-p BUILD_DIR'"
            text += f"pointerchain: note: {hint}\n"
        if run.remark:
            return f"{text}pointerchain: note: {run.remark}\n"
        return text + self._summary(run.options) if run.several else text

    def _summary(self, options: TranslateOptions) -> str:
        """``3 files translated, 2 unchanged, 1 refused``."""
        counts = dict(self.outcomes)
        words = {TRANSLATED: "translated", UNCHANGED: "unchanged", REFUSED: "refused", FAULTY: "failed"}
        if options.mode == CHECK:
            counts[UNCHANGED] += counts.pop(TRANSLATED) - self.warned
            words[UNCHANGED] = "clean"
            counts = {UNCHANGED: counts.pop(UNCHANGED), _WARNED: self.warned, **counts}
            words[_WARNED] = "with warnings"
        parts = [f"{count} {words[outcome]}" for outcome, count in counts.items() if count]
        number, _, rest = parts[0].partition(" ")
        parts[0] = f"{number} file{'' if number == '1' else 's'} {rest}"
        return ", ".join(parts) + "\n"
