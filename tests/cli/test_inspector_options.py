"""Options of the inspector: laid over the workspace's settings, refused where they do not fit."""

import json
import sys
from pathlib import Path

import pytest
import typer

from specreview.cli import main as command_line
from specreview.cli.inspector_options import InspectorOptions, option_name
from specreview.errors import SettingsError
from specreview.services import Workspace
from specreview.settings import (
    GIVEN,
    LocalSettings,
    ServerSettings,
    Settings,
    given_to_app,
    load_settings,
    with_given,
)
from specreview.ui.launching import workspace_environment


def _called(monkeypatch: pytest.MonkeyPatch, *args: object) -> int:
    monkeypatch.setattr(sys, "argv", ["specreview", *map(str, args)])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_every_setting_of_an_inspector_has_its_option() -> None:
    settings = {*LocalSettings.model_fields, *ServerSettings.model_fields, "inspector"}
    assert {*InspectorOptions.__dataclass_fields__} == settings


def test_only_what_was_given_is_laid_over(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(
        json.dumps({"inspector": "local", "local": {"model": "mine", "seed": 5}, "turn_limit": 6})
    )
    given = InspectorOptions(device="cuda:1", temperature=0.6).given(tmp_path)
    assert given == {"local": {"device": "cuda:1", "temperature": 0.6}}
    laid = with_given(load_settings(tmp_path), given)
    assert (laid.local.model, laid.local.seed, laid.local.device) == ("mine", 5, "cuda:1")
    assert (laid.inspector, laid.turn_limit) == ("local", 6)
    assert laid.server == ServerSettings()


def test_the_model_goes_to_the_chosen_inspector(tmp_path: Path) -> None:
    given = InspectorOptions(inspector="server", model="big", concurrency=64).given(tmp_path)
    assert given == {"inspector": "server", "server": {"model": "big", "concurrency": 64}}


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"inspector": "local", "base_url": "http://a/v1"}, ("--base-url", "local", "server")),
        ({"inspector": "server", "device": "cpu"}, ("--device", "server", "--inspector local")),
        ({"model": "x"}, ("--model", "inspector rules", "local and server")),
    ],
)
def test_an_option_that_does_not_fit_names_itself_and_the_inspector(
    tmp_path: Path, options: dict[str, str], names: tuple[str, ...]
) -> None:
    with pytest.raises(typer.BadParameter) as refused:
        InspectorOptions(**options).given(tmp_path)
    assert all(name in str(refused.value) for name in names)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"inspector": "local", "device": "gpu"}, ("--device 'gpu'", "auto, cpu, mps, cuda")),
        ({"inspector": "local", "dtype": "int8"}, ("--dtype 'int8'", "'bfloat16'")),
        ({"inspector": "local", "batch": 0}, ("--batch '0'", "equal to 1")),
        ({"inspector": "local", "temperature": 3.0}, ("--temperature '3.0'", "equal to 2")),
        ({"inspector": "local", "temperature": float("nan")}, ("--temperature 'nan'",)),
        ({"inspector": "local", "max_new_tokens": 40_000}, ("--max-new-tokens", "32768")),
        ({"inspector": "local", "seed": -1}, ("--seed '-1'",)),
        ({"inspector": "local", "model": ""}, ("--model",)),
        ({"inspector": "server", "profile": "openai"}, ("--profile 'openai'", "'tools'")),
        ({"inspector": "server", "base_url": "localhost:8000"}, ("--base-url", "http://")),
        ({"inspector": "server", "timeout": 0.0}, ("--timeout '0.0'", "greater than 0")),
        ({"inspector": "server", "concurrency": 10_000}, ("--concurrency '10000'", "512")),
    ],
)
def test_an_impossible_value_names_option_value_and_what_is_allowed(
    tmp_path: Path, options: dict[str, object], said: tuple[str, ...]
) -> None:
    with pytest.raises(SettingsError) as refused:
        InspectorOptions(**options).given(tmp_path)
    assert all(word in str(refused.value) for word in said), refused.value
    assert "\n" not in str(refused.value)


def test_a_key_given_for_its_name_is_refused_and_not_repeated(tmp_path: Path) -> None:
    for options in (
        {"api_key_env": "sk-SECRETSECRET"},
        {"base_url": "https://ann:SECRETSECRET@host/v1"},
    ):
        with pytest.raises(SettingsError) as refused:
            InspectorOptions(inspector="server", **options).given(tmp_path)
        assert "SECRET" not in str(refused.value)
        (tmp_path / "settings.json").write_text(json.dumps({"server": options}))
        with pytest.raises(SettingsError) as refused:
            load_settings(tmp_path)
        assert "SECRET" not in str(refused.value)
        assert refused.value.__cause__ is None
        (tmp_path / "settings.json").unlink()


def test_usage_errors_are_one_line_and_exit_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for args, said in (
        (("inspect", "q", "--base-url", "http://a"), "--base-url does not go with inspector rules"),
        (("inspect", "q", "--inspector", "local", "--device", "tpu"), "--device 'tpu'"),
        (("serve", "--inspector", "server", "--batch", "2"), "--batch does not go with"),
        (("inspect", "q", "-w", str(tmp_path / "gone"), "--seed", "1"), "no such folder"),
    ):
        monkeypatch.chdir(tmp_path)
        assert _called(monkeypatch, *args) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_serve_hands_its_options_over_and_writes_no_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = InspectorOptions(inspector="local", model="/models/o3", seed=7).given(tmp_path)
    handed = workspace_environment(tmp_path, given=given)
    monkeypatch.setenv(GIVEN, handed[GIVEN])
    assert given_to_app() == given
    with Workspace.open(tmp_path, given=given_to_app()) as opened:
        assert opened.settings.local.model == "/models/o3"
        assert opened.settings.inspector == "local"
    assert not (tmp_path / "settings.json").exists()
    for broken in ("[1]", "{", "null"):
        monkeypatch.setenv(GIVEN, broken)
        with pytest.raises(SettingsError, match=GIVEN):
            given_to_app()


def test_what_was_laid_over_stays_out_of_the_file_when_settings_are_saved(tmp_path: Path) -> None:
    given = {"inspector": "local", "local": {"model": "tonight", "seed": 7}}
    with Workspace.open(tmp_path, given=given) as opened:
        opened.save_settings(with_given(opened.settings, {"local": {"device": "cpu"}}))
        assert opened.settings.local.model == "tonight"
    kept = load_settings(tmp_path)
    assert kept == with_given(Settings(), {"local": {"device": "cpu"}})


def test_a_saved_folder_is_found_from_wherever_the_next_command_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models" / "o3").mkdir(parents=True)
    (tmp_path / "night").mkdir()
    monkeypatch.chdir(tmp_path)
    with Workspace.open(tmp_path / "night") as opened:
        opened.save_settings(with_given(opened.settings, {"local": {"model": "models/o3"}}))
    assert load_settings(tmp_path / "night").local.model == str(tmp_path / "models" / "o3")


def test_option_names() -> None:
    assert option_name("api_key_env") == "--api-key-env"
