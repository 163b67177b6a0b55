"""A random generator is on another device than what it has to draw."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="generator-on-another-device",
    needs=("crash",),
    find=by_message(r"Expected a '?(?P<wanted>\w+)'? device type for generator but found '?(?P<found>\w+)'?"),
    title=N_("A random generator is on another device than the numbers that it has to draw"),
    why=N_(
        "The numbers are to be drawn on `{wanted}`, and the generator belongs to `{found}`. A generator draws only on its own device. After `torch.set_default_device`, this also happens in a DataLoader that shuffles."
    ),
    change=N_(
        "Make the generator for the device: `torch.Generator(device=device)`. For a DataLoader, hand it over: `DataLoader(…, generator=torch.Generator(device=device))`."
    ),
    terms=("device", "random seed"),
)
