# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From numbers to a plan: a project's files, how each build compiles them, what is edited between two."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from progen.choices import Choices

from projects.known import KNOWN
from projects.model import Command, Plan, Step
from projects.options import DEPENDENCIES, GROUPS, LOOSE, OF_FAMILY, SEARCHES
from projects.world import Drawer, World, edited, make

DRIVERS = {
    ("gcc", "c"): "gcc",
    ("gcc", "c++"): "g++",
    ("clang", "c"): "clang-19",
    ("clang", "c++"): "clang++-19",
}
SHAPES = (
    "build: objects",
    "build: objects without -o",
    "build: one command",
    "build: several with -c",
    "build: assembler",
    "build: preprocessed",
    "build: standard input",
    "build: precompiled header",
    "build: syntax only",
)
OUTPUTS = {
    "output: apart": lambda name: ("-o", name),
    "output: joined": lambda name: ("-o" + name,),
    "output: long": lambda name: ("--output=" + name,),
    "output: first": lambda name: ("-o", name),
}
WAYS = {
    "words: plain": "",
    "words: a response file": "",
    "words: ccache": "",
}


UNKNOWN_TO_CCACHE = frozenset(
    # 4.7 exits with 0 and has compiled nothing where the variables are set, and forgets what the words ask for
    # where it has the object.
    ("deps: long", "deps: long user", "deps: DEPENDENCIES_OUTPUT", "deps: SUNPRO_DEPENDENCIES")
)


_OF_LINKER = ("-Wl,--as-needed", "-Wl,-O1", "-Xlinker", "--as-needed")
"""Clang makes no precompiled header where these stand."""


class Style(NamedTuple):
    """What is the same for all compiles of a build."""

    driver: str
    options: tuple[str, ...]
    shape: str
    output: str
    dependencies: str
    save: str
    way: str
    language: str
    environment: tuple[tuple[str, str], ...]


def plan(choices: Choices, number: int, without: Collection[str] = KNOWN) -> Plan:
    """A project with its builds."""
    draw = Drawer(choices, without)
    family = "clang" if draw.has("clang", 45) else "gcc"
    cxx = draw.has("c++", 30)
    world = make(draw, cxx, family)
    style = _style(draw, world)
    steps = [_step("first", {}, world, style)]
    for _ in range(choices.weighted([(5, 1), (2, 0), (2, 2)])):
        before = world.files()
        what, world = edited(draw, world)
        if what == "edit: options" or draw.has("edit: options as well", 10):
            style = _style(draw, world)
        steps.append(_step(what, before, world, style))
    draw.features += ["c" if not cxx else "c++ ", "compiler: " + style.driver]
    return Plan(number, tuple(steps), tuple(draw.features))


# --- options --------------------------------------------------------------------------------------


def _style(draw: Drawer, world: World) -> Style:
    language = "c++" if world.cxx else "c"
    options: list[str] = []
    environment: list[tuple[str, str]] = []
    for group, chance in (
        ("standard", 50),
        ("optimisation", 60),
        ("debug", 60),
        ("position", 10),
        ("prefixes", 12),
    ):
        fitting = [each for each in GROUPS[group] if each.fits(world.family, language)]
        if draw.has("group: " + group, chance):
            chosen = draw.one([each.name for each in fitting])
            options += next(each.words for each in fitting if each.name == chosen)
    fitting = [each for each in LOOSE if each.fits(world.family, language)]
    for _ in range(draw.choices.integer(0, 6)):
        chosen = draw.one([each.name for each in fitting])
        options += next(each.words for each in fitting if each.name == chosen)
    options += SEARCHES[world.search]
    if world.search == "search: CPATH":
        environment.append(("CPATH", "inc"))
    if world.forced:
        options += draw.choices.pick(
            [("-include", world.forced), ("--include=" + world.forced,), ("--include", world.forced)]
        )
    names = [name for name in DEPENDENCIES if OF_FAMILY.get(name, world.family) == world.family]
    dependencies = draw.one(names, 20)
    if dependencies.endswith("_DEPENDENCIES") or dependencies.endswith("_OUTPUT"):
        environment.append((dependencies.partition(": ")[2], "env.dep"))
    save = draw.one(["save: no", "save: -save-temps", "save: -save-temps=obj"], 85)
    shape = draw.one(SHAPES, 30)
    if shape == "build: precompiled header" and not draw.has("pch", 100):
        shape = "build: objects"
    if shape == "build: preprocessed" and any(each.tail for each in world.sources):
        shape = "build: objects"  # what the preprocessor takes, but the translator cannot
    if shape == "build: standard input" and any("__BASE_FILE__" in text for text in world.files().values()):
        shape = "build: objects"  # gcc gives it no name
    way = draw.one(WAYS, 75)
    if way == "words: ccache" and dependencies in UNKNOWN_TO_CCACHE:
        dependencies, environment = "deps: -MD", [each for each in environment if each[0] == "CPATH"]
    shape, dependencies = _together(draw, world, shape, dependencies, options)
    if shape in ("build: one command", "build: several with -c") and len(world.sources) > 1:
        if not draw.has("one command, several sources", 100):
            shape = "build: objects"
    return Style(
        DRIVERS[world.family, language],
        tuple(options),
        shape,
        # ccache 4.7 does not know the long one, and may leave a file of that name where a compile fails.
        draw.one([each for each in OUTPUTS if each != "output: long" or way != "words: ccache"], 40),
        dependencies,
        save,
        way,
        draw.one(["language: by name", "language: -x", "language: -x joined"], 85),
        tuple(environment),
    )


def _together(
    draw: Drawer, world: World, shape: str, dependencies: str, options: list[str]
) -> tuple[str, str]:
    """What is drawn by itself, but is a feature only with another."""
    if dependencies == "deps: -MF -" and "-pipe" in options:
        dependencies = "deps: none"  # gcc hands them to the assembler
    if shape == "build: standard input" and "-MP" in dependencies and world.family == "gcc":
        if not draw.has("empty rules of standard input", 100):
            dependencies = "deps: -MD"
    if (
        shape == "build: assembler"
        and world.family == "clang"
        and any(word.startswith(("-g", "--debug")) for word in options)
    ):
        if not draw.has("assembler with checksums", 100):
            shape = "build: objects"
    return shape, dependencies


# --- commands -------------------------------------------------------------------------------------


def _step(what: str, before: dict[str, str], world: World, style: Style) -> Step:
    after = world.files()
    if any("#pragma omp" in text for text in after.values()):
        # Without it the compiler ignores these, too.
        style = style._replace(options=(*style.options, "-fopenmp"))
    files: dict[str, str | None] = {name: None for name in before if name not in after}
    files |= {name: text for name, text in after.items() if before.get(name) != text}
    builder = _Builder(world, style)
    builder.build()
    return Step(
        what,
        (*files.items(), *builder.responses.items()),
        tuple(builder.commands),
        builder.programs,
        frozenset(builder.dependencies),
    )


class _Builder:
    """The commands of one build."""

    def __init__(self, world: World, style: Style) -> None:
        self._world, self._style = world, style
        self.commands: list[Command] = []
        self.responses: dict[str, str] = {}
        self.programs: tuple[str, ...] = ("program",)
        self.dependencies: set[str] = set()

    def build(self) -> None:
        """Make all of them."""
        {
            "build: objects": self._objects,
            "build: objects without -o": self._objects,
            "build: one command": self._at_once,
            "build: several with -c": self._several,
            "build: assembler": self._assembler,
            "build: preprocessed": self._preprocessed,
            "build: standard input": self._standard_input,
            "build: precompiled header": self._precompiled,
            "build: syntax only": self._syntax,
        }[self._style.shape]()

    def _compile(
        self, mode: tuple[str, ...], inputs: list[str], output: str, stdin: str | None = None
    ) -> None:
        """One command; ``output`` may be empty."""
        style = self._style
        stem = (output or inputs[0]).rpartition("/")[2].rpartition(".")[0] or output or "out"
        words = [*mode, *style.options]
        if mode in (("-c",), ()) and style.save != "save: no" and stdin is None:
            words.append(style.save.removeprefix("save: "))
        environment = list(style.environment)
        if "-E" not in mode:
            given, name = DEPENDENCIES[style.dependencies]
            words += [word.replace("{o}", stem) for word in given]
            self.dependencies.add(name.replace("{o}", stem))
            environment = [(key, value.replace("env.dep", f"{stem}.dep")) for key, value in environment]
        named = list(OUTPUTS[style.output](output)) if output else []
        if style.output == "output: first":
            words = [*named, *words]
            named = []
        if stdin is None and style.language != "language: by name":
            language = "c++" if self._world.cxx else "c"
            words += ["-x", language] if style.language == "language: -x" else ["-x" + language]
            named += ["-x", "none"] if not mode else []
        words += [*inputs, *named]
        self._add(words, stdin, environment)

    def _add(self, words: list[str], stdin: str | None, environment: list[tuple[str, str]]) -> None:
        style = self._style
        front = [style.driver]
        if style.way == "words: ccache":
            front = ["ccache", style.driver]
        elif style.way == "words: a response file":
            name = f"words{len(self.commands)}.rsp"
            # The place of the build is not known here; its name stands for it.
            kept = [word for word in words if "{top}" in word]
            quoted = [
                "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"
                for word in words
                if "{top}" not in word
            ]
            self.responses[name] = "\n".join(quoted) + "\n"
            words = [*kept, "@" + name]
        self.commands.append(Command((*front, *words), stdin, tuple(environment)))

    def _link(self, objects: list[str]) -> None:
        options = [
            word for word in self._style.options if word.startswith(("-fopenmp", "-f", "-m", "-pthread"))
        ]
        options = [word for word in options if "{top}" not in word and "prefix-map" not in word]
        self.commands.append(Command((self._style.driver, *options, *objects, "-o", "program")))

    def _objects(self) -> None:
        objects = []
        for source in self._world.sources:
            name = _stem(source.path) + ".o"
            objects.append(name)
            named = "" if self._style.shape == "build: objects without -o" else name
            self._compile(("-c",), [source.path], named)
        self._link(objects)

    def _at_once(self) -> None:
        self._compile((), [source.path for source in self._world.sources], "program")

    def _several(self) -> None:
        self._compile(("-c",), [source.path for source in self._world.sources], "")
        self._link([_stem(source.path) + ".o" for source in self._world.sources])

    def _assembler(self) -> None:
        for source in self._world.sources:
            self._compile(("-S",), [source.path], _stem(source.path) + ".s")
        self._link([_stem(source.path) + ".s" for source in self._world.sources])

    def _preprocessed(self) -> None:
        names = []
        for source in self._world.sources:
            name = _stem(source.path) + (".ii" if self._world.cxx else ".i")
            names.append(name)
            self._compile(("-E",), [source.path], name)
        self.commands.append(Command((self._style.driver, "-c", *_reading(self._style.options), *names)))
        self._link([_stem(name) + ".o" for name in names])

    def _standard_input(self) -> None:
        source = self._world.sources[0]
        folder = source.path.rpartition("/")[0] or "."
        text = self._world.files()[source.path]
        language = "c++" if self._world.cxx else "c"
        self._compile(("-c", "-iquote", folder, "-x", language), ["-"], "s0.o", text)
        for other in self._world.sources[1:]:
            self._compile(("-c",), [other.path], _stem(other.path) + ".o")
        self._link([_stem(each.path) + ".o" for each in self._world.sources])

    def _precompiled(self) -> None:
        header = self._world.headers[0]
        language = "c++-header" if self._world.cxx else "c-header"
        options = [word for word in self._style.options if word not in _OF_LINKER]
        self._add(["-x", language, *options, header.path, "-o", header.path + ".gch"], None, [])
        self._objects()

    def _syntax(self) -> None:
        self.programs = ()
        for source in self._world.sources:
            self._compile(("-fsyntax-only",), [source.path], "")


def _reading(options: tuple[str, ...]) -> list[str]:
    """The options that a compile of preprocessed text gets."""
    return [
        word for word in options if word.startswith(("-std", "-O", "-f", "-m", "-g")) and "{top}" not in word
    ]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]
