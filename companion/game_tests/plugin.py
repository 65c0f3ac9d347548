"""The contract tests as a pytest plug-in: ``pytest --companion-game MODULE`` runs them on the game of a package,
``--companion-driver MODULE`` on the drivers that a module has benches for.

Pytest loads this module wherever the companion is installed; what is heavy is loaded when a game is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.core.errors import raised_at
from companion.core.game import AnyGame
from companion.core.game_package import GROUP, GamePackage
from companion.locale import speaker

HERE = Path(__file__).parent
SUITES = (HERE / "rules", HERE / "showing")
DRIVER_SUITE = HERE / "drivers"

REWRITTEN = ("drivers", "exploring", "form_trials", "golden_files", "printed_facts", "random_play", "rules", "showing")
"""Where assertions stand: pytest says of them what was compared."""

pytest.register_assert_rewrite(*(f"companion.game_tests.{name}" for name in REWRITTEN))


class ExploredGame(NamedTuple):
    """A game, and how many of its plays are looked at when long tests are asked for. Of one that comes ``later`` those
    look at the few plays that other games show in every run. ``playthroughs`` is the folder with those that are its
    golden files, if they are tested here.
    """

    game: AnyGame
    long: int
    later: bool = False
    playthroughs: Path | None = None


GAMES = pytest.StashKey[tuple[ExploredGame, ...]]()
DRIVERS = pytest.StashKey[tuple[Any, ...]]()
"""The ``DriverBench``es named."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("companion").addoption(
        "--companion-game",
        action="append",
        default=[],
        metavar="MODULE",
        help="run the companion's contract tests on the game of this package; may be said several times",
    )
    parser.getgroup("companion").addoption(
        "--companion-driver",
        action="append",
        default=[],
        metavar="MODULE",
        help="run the companion's contract tests on the BENCHES of this module; may be said several times",
    )
    parser.addini("companion_drivers", "modules with BENCHES of drivers", "args")
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")
    parser.addini("companion_games", "modules with games of the contract tests: PACKAGE, or EXPLORED", "args")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: minutes rather than seconds; leave them out with -m 'not long'")
    config.addinivalue_line("markers", "driver_part(part): a contract test of drivers that have this part, or a knob")
    named = config.getoption("companion_game")
    config.stash[GAMES] = tuple(_explored(named or config.getini("companion_games")))
    drivers = config.getoption("companion_driver")
    config.stash[DRIVERS] = tuple(_benches(drivers or config.getini("companion_drivers")))
    if (named or drivers) and config.args_source is not pytest.Config.ArgsSource.ARGS:
        # Nothing else was asked for: the tests of the package itself and these.
        config.args[:] = [
            *config.args,
            *map(str, SUITES if named else ()),
            *map(str, [DRIVER_SUITE] if drivers else ()),
        ]


def _explored(modules: list[str]) -> Iterator[ExploredGame]:
    """The games of these modules. Raises ``UsageError`` for one that has none, or whose game no table would offer."""
    for name in modules:
        module = _imported(name)
        if hasattr(module, "EXPLORED"):
            yield from module.EXPLORED
        elif isinstance(package := getattr(module, "PACKAGE", None), GamePackage):
            _check_place(name, Path(str(module.__file__)).parent)
            _check_fit(name, package)
            yield ExploredGame(package.game, _long_evenings(), playthroughs=playthroughs_of(module))
        else:
            raise pytest.UsageError(f"--companion-game {name}: it has no PACKAGE = GamePackage(...)")


def _benches(modules: list[str]) -> Iterator[Any]:
    """The benches of these modules. Raises ``UsageError`` for one that has none."""
    for name in modules:
        benches = getattr(_imported(name, "--companion-driver"), "BENCHES", None)
        if not benches:
            raise pytest.UsageError(f"--companion-driver {name}: it has no BENCHES = (DriverBench(...), ...)")
        yield from benches


def _imported(name: str, option: str = "--companion-game") -> Any:
    try:
        return import_module(name)
    except Exception as error:
        raise pytest.UsageError(f"{option} {name}: {type(error).__name__}: {error} ({raised_at(error)})") from error


def _long_evenings() -> int:
    try:
        from companion.game_tests.exploring import LONG  # noqa: PLC0415  (only where games are tested)
    except ModuleNotFoundError as error:
        raise pytest.UsageError(
            f"--companion-game needs {error.name}: pip install 'table-companion[games]', with the companion's wheel"
        ) from error
    return LONG


def _check_fit(name: str, package: GamePackage) -> None:
    """Raises ``UsageError`` where a table would leave the game out."""
    from companion.outside.fitting import failed_start, misfit  # noqa: PLC0415

    keys = [entry.name for entry in entry_points(group=GROUP) if entry.module == name] or [package.game.meta.key]
    for why in filter(None, (misfit(package, key) for key in keys)):
        words = speaker("en", {}).say(why)
        failed = failed_start(package.game) if " does not begin: " in words else None
        # A table shows only the place, since the text may hold a secret; its author needs it.
        text = f" {failed[1]}" if failed else ""
        raise pytest.UsageError(f"--companion-game {name}: {words}{text}")


def _check_place(name: str, tested: Path) -> None:
    """Raises ``UsageError`` where the folder has that package and another copy of it would be tested."""
    here = Path.cwd() / name
    if (here / "__init__.py").is_file() and here.resolve() != tested.resolve():
        raise pytest.UsageError(
            f"--companion-game {name}: what is installed lies in {tested}, not in this folder. To test what is here: "
            "pip install --editable ."
        )


def playthroughs_of(module: Any) -> Path:
    """Where a package has its playthroughs."""
    return Path(str(module.__file__)).parent / "playthroughs"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell which texts of the packages named are not translated, and which translations are read by nobody."""
    from companion.game_tests.texts.untranslated import languages_not_spoken, untranslated  # noqa: PLC0415

    for name in config.getoption("companion_game"):
        module: Any = import_module(name)
        if isinstance(package := getattr(module, "PACKAGE", None), GamePackage):
            folder = Path(str(module.__file__)).parent
            for language, texts in untranslated(folder, package.game.meta.key).items():
                terminalreporter.section(f"{name}: not translated into {language}: {len(texts)}")
                for text in texts:
                    terminalreporter.line(text)
            if others := languages_not_spoken(folder):
                terminalreporter.section(f"{name}: in languages that the companion does not speak: {', '.join(others)}")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written again."""
    return bool(request.config.getoption("--update-golden"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``driver`` is every bench of a driver that has what the test is of. ``game`` is every game named, ``boxed_game``
    every one with a box; ``plays`` how many plays of it, few and many; ``playthroughs`` its folder of them, and
    ``playthrough`` each file in there.
    """
    wanted = metafunc.fixturenames
    if "driver" in wanted and metafunc.module.__name__.startswith("companion.game_tests.drivers."):
        _every_driver(metafunc)
        return
    name = next((each for each in ("game", "boxed_game") if each in wanted), None)
    if not metafunc.module.__name__.startswith("companion.game_tests.") or name is None:
        return
    games = metafunc.config.stash[GAMES]
    if "playthroughs" in wanted:
        folders = [(one.game, one.playthroughs) for one in games if one.playthroughs is not None]
        metafunc.parametrize(("game", "playthroughs"), folders, ids=[game.meta.key for game, _ in folders])
    elif "playthrough" in wanted:
        files = [
            (one.game, file) for one in games if one.playthroughs for file in sorted(one.playthroughs.glob("*.txt"))
        ]
        metafunc.parametrize(
            ("game", "playthrough"), files, ids=[f"{game.meta.key}-{file.stem}" for game, file in files]
        )
    elif name == "game":
        _every(metafunc, name, games)
    elif boxed := [one for one in games if one.game.meta.box]:
        _every(metafunc, name, boxed)
    else:
        names = [name, "plays"] if "plays" in wanted else [name]
        none = pytest.param(*[None] * len(names), id="none", marks=pytest.mark.skip("none of these games has a box"))
        metafunc.parametrize(names, [none])


def _every_driver(metafunc: pytest.Metafunc) -> None:
    """Each bench that has the part of which a test is, if it says so."""
    benches = metafunc.config.stash[DRIVERS]
    if (mark := metafunc.definition.get_closest_marker("driver_part")) is not None:
        benches = tuple(one for one in benches if mark.args[0] in {*one.lines, *(part for _, part in one.parts)})
    none = pytest.param(None, id="none", marks=pytest.mark.skip("no driver named has that part"))
    metafunc.parametrize("driver", [pytest.param(bench, id=bench.name) for bench in benches] or [none])


def _every(metafunc: pytest.Metafunc, name: str, games: Sequence[ExploredGame]) -> None:
    """Each of these games, alone or with ``plays``."""
    from companion.game_tests.exploring import FAST  # noqa: PLC0415

    if "plays" not in metafunc.fixturenames:
        found = [pytest.param(one.game, id=one.game.meta.key, marks=_long(later=one.later)) for one in games]
        metafunc.parametrize(name, found)
        return
    fast = [pytest.param(one.game, FAST, id=f"fast-{one.game.meta.key}", marks=_long(later=one.later)) for one in games]
    at_length = [
        pytest.param(one.game, one.long, id=f"long-{one.game.meta.key}", marks=pytest.mark.long)
        for one in games
        if not one.later
    ]
    metafunc.parametrize((name, "plays"), [*fast, *at_length])


def _long(*, later: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] if later else []
