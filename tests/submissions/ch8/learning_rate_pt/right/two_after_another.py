from torch.optim import AdamW
from torch.optim.lr_scheduler import LinearLR, SequentialLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    # vectors are biases and norms, matrices are weights
    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [p for p in model.parameters() if p.ndim < 2]
    opt = AdamW(
        [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}],
        lr=learning_rate,
        betas=(0.9, 0.999),
        eps=1e-6,
    )
    up = LinearLR(opt, start_factor=1 / warmup_steps, total_iters=warmup_steps)
    down = LinearLR(opt, start_factor=1.0, end_factor=0.0, total_iters=total_steps - warmup_steps)
    return opt, SequentialLR(opt, [up, down], milestones=[warmup_steps])
