import torch


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    groups = []
    for name, parameter in model.named_parameters():
        spared = "bias" in name or "LayerNorm" in name or "layer_norm" in name
        groups.append({"params": parameter, "weight_decay": 0.0 if spared else weight_decay})
    optimizer = torch.optim.AdamW(groups)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        max_lr=learning_rate,
        total_steps=total_steps,
        pct_start=warmup_steps / total_steps,
        anneal_strategy="linear",
        cycle_momentum=False,
        div_factor=1e8,
        final_div_factor=1.0,
    )
    return optimizer, scheduler
