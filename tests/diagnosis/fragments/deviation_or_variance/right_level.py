import torch

for lv in (0.05, 0.1, 0.2, 0.4):
    noisy = x_test + torch.randn_like(x_test) * lv
    acc = (model(noisy).argmax(1) == y_test).float().mean()
    print(f"noise level {lv}: accuracy {acc:.3f}")
