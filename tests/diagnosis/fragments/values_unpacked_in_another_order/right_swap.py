import torch


def swap_domains(real_a, real_b):
    return real_b, real_a


for real_a, real_b in loader:
    if opt.direction == "BtoA":
        real_a, real_b = swap_domains(real_a, real_b)
    fake_b = generator(real_a)
    loss = adversarial(discriminator(fake_b), True) + 100 * l1(fake_b, real_b)
    loss.backward()
