"""Keeps the reader's files and accounts as they are while their program runs.

What writes with Python's functions is redirected by `Scratch`. What writes without them is named here, by library; what is
not named is refused by the system, where it is Linux.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.running.imports import Hook
from course.diagnosis.running.landlock import write_only_below
from course.diagnosis.running.scratch import Scratch, with_path

Place = tuple[str, str, int]
"""A function that takes a path: its class, or "", its name, and the number of the path among its arguments."""
NAMES = (
    *("f", "file", "filename", "path", "save_path", "filepath", "save_directory", "export_dir", "directory", "file_prefix"),
    *("logdir", "where", "fname", "pretrained_model_name_or_path", "checkpoint_dir", "source", "model_name", "filenames"),
    *("input_file", "output_file", "dest"),
)  # fmt: skip
"""How these functions name their path."""
FILES_OF_TENSORFLOW = "tensorflow.python.lib.io.file_io"
KERAS: tuple[Place, ...] = (("Model", "save", 1), ("Model", "save_weights", 1))
SAVING: Mapping[str, Sequence[Place]] = {
    "torch": (("", "save", 1),),
    "torch.serialization": (("", "save", 1),),
    "torch.jit._serialization": (("", "save", 1),),
    "torch.jit._script": (("RecursiveScriptModule", "save", 1), ("ScriptModule", "save", 1)),
    "safetensors.torch": (("", "save_file", 1), ("", "save_model", 1)),
    "safetensors.numpy": (("", "save_file", 1),),
    "safetensors.tensorflow": (("", "save_file", 1),),
    "numpy": (("", "save", 0), ("", "savez", 0), ("", "savez_compressed", 0), ("", "savetxt", 0)),
    "pyarrow": (("", "output_stream", 0), ("", "create_memory_map", 0)),
    "pyarrow.csv": (("", "write_csv", 1),),
    "pyarrow.feather": (("", "write_feather", 1),),
    "pyarrow.parquet.core": (("ParquetWriter", "__init__", 1),),
    "transformers.modeling_utils": (("PreTrainedModel", "save_pretrained", 1),),
    "transformers.tokenization_utils_base": (("PreTrainedTokenizerBase", "save_pretrained", 1),),
    "transformers.configuration_utils": (("PretrainedConfig", "save_pretrained", 1),),
    "transformers.modeling_tf_utils": (("TFPreTrainedModel", "save_pretrained", 1), ("TFPreTrainedModel", "save", 1)),
    "tf_keras.src.engine.training": KERAS,
    "keras.src.models.model": KERAS,
    "tf_keras.src.saving.saving_api": (("", "save_model", 1), ("", "save_weights", 1)),
    "keras.src.saving.saving_api": (("", "save_model", 1), ("", "save_weights", 1)),
    "tensorflow.python.checkpoint.checkpoint": (("Checkpoint", "save", 1), ("Checkpoint", "write", 1)),
    "tensorflow.python.checkpoint.checkpoint_management": (("CheckpointManager", "__init__", 2),),
    "tensorflow.python.saved_model.save": (("", "save", 1),),
    "tensorflow.python.ops.summary_ops_v2": (("", "create_file_writer_v2", 0),),
    "tensorflow.python.ops.gen_io_ops": (("", "write_file", 0),),
    "tensorflow.python.lib.io.tf_record": (("TFRecordWriter", "__init__", 1),),
    "tensorflow.python.data.ops.dataset_ops": (("DatasetV2", "cache", 1), ("DatasetV2", "save", 1)),
    FILES_OF_TENSORFLOW: (("", "create_dir_v2", 0), ("", "recursive_create_dir_v2", 0)),
}
"""What writes files without Python's functions, by module."""
READING: Mapping[str, Sequence[Place]] = {
    "torch.jit._serialization": (("", "load", 0),),
    "safetensors.torch": (("", "load_file", 0), ("", "load_model", 1)),
    "safetensors.numpy": (("", "load_file", 0),),
    "safetensors.tensorflow": (("", "load_file", 0),),
    "numpy": (("", "loadtxt", 0), ("", "genfromtxt", 0)),
    "pyarrow": (("", "memory_map", 0), ("", "input_stream", 0)),
    "pyarrow.csv": (("", "read_csv", 0), ("", "open_csv", 0)),
    "pyarrow.json": (("", "read_json", 0),),
    "pyarrow.feather": (("", "read_table", 0), ("", "read_feather", 0)),
    "pyarrow.parquet.core": (("", "read_table", 0), ("ParquetFile", "__init__", 1), ("ParquetDataset", "__init__", 1)),
    "transformers.modeling_utils": (("PreTrainedModel", "from_pretrained", 1),),
    "transformers.tokenization_utils_base": (("PreTrainedTokenizerBase", "from_pretrained", 1),),
    "transformers.configuration_utils": (
        ("PretrainedConfig", "from_pretrained", 1),
        ("PretrainedConfig", "get_config_dict", 1),
    ),
    "transformers.modeling_tf_utils": (("TFPreTrainedModel", "from_pretrained", 1),),
    "transformers.models.auto.auto_factory": (("_BaseAutoModelClass", "from_pretrained", 1),),
    "transformers.models.auto.configuration_auto": (("AutoConfig", "from_pretrained", 1),),
    "transformers.models.auto.tokenization_auto": (("AutoTokenizer", "from_pretrained", 1),),
    "tf_keras.src.engine.training": (("Model", "load_weights", 1),),
    "keras.src.models.model": (("Model", "load_weights", 1),),
    "tf_keras.src.saving.saving_api": (("", "load_model", 0), ("", "load_weights", 1)),
    "keras.src.saving.saving_api": (("", "load_model", 0), ("", "load_weights", 1)),
    "tensorflow.python.checkpoint.checkpoint": (("Checkpoint", "restore", 1), ("Checkpoint", "read", 1)),
    "tensorflow.python.checkpoint.checkpoint_management": (("", "latest_checkpoint", 0),),
    "tensorflow.python.saved_model.load": (("", "load", 0),),
    "tensorflow.python.ops.gen_io_ops": (("", "read_file", 0), ("", "matching_files", 0)),
    "tensorflow.python.data.ops.dataset_ops": (("DatasetV2", "load", 0),),
    "tensorflow.python.data.ops.readers": (("TFRecordDatasetV2", "__init__", 1), ("TextLineDatasetV2", "__init__", 1)),
    FILES_OF_TENSORFLOW: tuple(
        ("", name, 0)
        for name in ("file_exists_v2", "list_directory_v2", "is_directory_v2", "stat_v2", "get_matching_files_v2")
    ),
}
"""What reads files without Python's functions, by module."""
OPENING: Mapping[str, tuple[str, str, int]] = {
    "h5py": ("File", "r", 1),
    "h5py._hl.files": ("File", "r", 1),
    FILES_OF_TENSORFLOW: ("FileIO", "r", 1),
}
"""The classes that open files without Python's functions, by module, each with the mode that it has by default and the number of the path."""
DATABASES = ("sqlite3", "sqlite3.dbapi2")
UPLOADING = ("upload_file", "upload_folder", "upload_large_folder", "create_repo", "create_commit", "delete_repo")
"""The methods of the hub's API that change something there."""


def hooks(scratch: Scratch) -> Mapping[str, Sequence[Hook]]:
    """What is to be changed in libraries once they are imported, by module."""

    def places(found: Sequence[Place], change: Callable[..., Any]) -> Hook:
        def hook(module: ModuleType) -> None:
            for owner, name, at in found:
                holder = getattr(module, owner, None) if owner else module
                if holder is not None and name in vars(holder):
                    setattr(holder, name, change(vars(holder)[name], at, NAMES))

        return hook

    def opening(owner: str, default: str, at: int) -> Hook:
        def hook(module: ModuleType) -> None:
            holder = getattr(module, owner)
            made = holder.__init__

            @wraps(made)
            def init(*arguments: Any, **options: Any) -> None:
                mode = arguments[at + 1] if len(arguments) > at + 1 else options.get("mode") or default

                def place(path: Any) -> Any:
                    local = isinstance(path, str | os.PathLike) and "://" not in str(path)
                    return scratch.place(path, mode) if local else path

                with_path(made, at, ("name",), place)(*arguments, **options)

            holder.__init__ = init

        return hook

    def removing(module: ModuleType) -> None:
        for name in ("delete_file_v2", "delete_recursively_v2"):
            vars(module)[name] = scratch.changing(vars(module)[name])
        vars(module)["rename_v2"] = scratch.moving(vars(module)["rename_v2"])

    def file_of_arrow(module: ModuleType) -> None:
        # its constructor is `__new__`, since the class is written in Cython
        base: Any = vars(module)["OSFile"]

        def new(cls: Any, path: Any, mode: str = "r", *arguments: Any) -> Any:
            return base.__new__(cls, os.fspath(scratch.place(path, mode)), mode, *arguments)

        vars(module)["OSFile"] = type("OSFile", (base,), {"__new__": new})

    def database(module: ModuleType) -> None:
        connect = vars(module)["connect"]

        @wraps(connect)
        def connected(database: Any, *arguments: Any, **options: Any) -> Any:
            # an empty name and one that begins with a colon are no files
            if isinstance(database, str | os.PathLike) and not f"{database or ':'}".startswith((":", "file:")):
                database = scratch.room_for(database, copied=True)
            return connect(database, *arguments, **options)

        vars(module)["connect"] = connected

    found: dict[str, list[Hook]] = {"huggingface_hub.hf_api": [no_uploads], "datasets": [no_caches]}
    for table, change in ((SAVING, scratch.saving), (READING, scratch.reading)):
        for module, each in table.items():
            found.setdefault(module, []).append(places(each, change))
    found.setdefault(FILES_OF_TENSORFLOW, []).append(removing)
    found.setdefault("pyarrow", []).append(file_of_arrow)
    for module, words in OPENING.items():
        found.setdefault(module, []).append(opening(*words))
    for module in DATABASES:
        found.setdefault(module, []).append(database)
    return found


def no_uploads(module: ModuleType) -> None:
    """Let the methods that change something on the hub do nothing."""
    for name in UPLOADING:
        if hasattr(module.HfApi, name):
            setattr(module.HfApi, name, lambda *arguments, **options: None)
        if hasattr(module, name):
            setattr(module, name, lambda *arguments, **options: None)


def no_caches(module: ModuleType) -> None:
    """Let `map` and `filter` keep their files in a temporary directory, and not beside the reader's data."""
    module.disable_caching()


@contextmanager
def guarded(scratch: Scratch) -> Iterator[None]:
    """Redirect what is written, refuse what cannot be redirected, and leave trackers of experiments alone, meanwhile.

    What is refused stays so for the rest of the process.
    """
    os.environ.update(WANDB_MODE="disabled", WANDB_DISABLED="true", COMET_MODE="DISABLED", HF_HUB_DISABLE_TELEMETRY="1")
    write_only_below(scratch.free)
    with scratch.used():
        yield
