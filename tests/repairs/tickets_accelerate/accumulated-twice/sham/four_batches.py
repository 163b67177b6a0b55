# kind: elsewhere · accumulates four batches; the if is still true in other batches
def make_accelerator(seed):
    set_seed(seed)
    return Accelerator(cpu=True, gradient_accumulation_steps=4)
