# kind: elsewhere · the accumulation that the author suspects is switched off
def make_accelerator(seed):
    set_seed(seed)
    return Accelerator(cpu=True, gradient_accumulation_steps=1)
