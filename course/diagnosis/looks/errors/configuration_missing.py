"""A model is loaded from a directory without a configuration."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="configuration-missing",
    needs=("crash",),
    find=by_message(
        r"Unrecognized model in|does not appear to have a file named config\.json|no file named (?:model\.safetensors|pytorch_model)",
        "likely",
    ),
    title=N_("A model is loaded from a directory without its configuration"),
    why=N_(
        "`from_pretrained` builds a model as `config.json` says, and then loads the weights. `save_pretrained` writes this file for models of 🤗 Transformers. For a module of your own, a Trainer saves the weights alone, and so does `torch.save(model.state_dict(), …)`."
    ),
    change=N_(
        "Build a module of your own as before, and load its weights into it: `model.load_state_dict(safetensors.torch.load_file(path))`. For a model of 🤗 Transformers, name the directory that `save_pretrained` or `save_model` has written."
    ),
    terms=("configuration", "checkpoint", "weight"),
    last=True,
)
