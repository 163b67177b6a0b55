# mistake: other-rule
from torch.optim import AdamW
from torch.optim.lr_scheduler import OneCycleLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    spared = [p for n, p in model.named_parameters() if "bias" in n or "norm" in n.lower()]
    others = [p for n, p in model.named_parameters() if not ("bias" in n or "norm" in n.lower())]
    groups = [{"params": others, "weight_decay": weight_decay}, {"params": spared, "weight_decay": 0.0}]
    optimizer = AdamW(groups, lr=learning_rate)
    steps = total_steps + 1
    share = (warmup_steps + 1) / steps
    scheduler = OneCycleLR(
        optimizer,
        learning_rate,
        total_steps=steps,
        pct_start=share,
        anneal_strategy="linear",
        div_factor=1e8,
        final_div_factor=1e8,
    )
    return optimizer, scheduler
