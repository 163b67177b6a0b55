"""ViT from scratch on the 8x8 digits. No Trainer, no magic."""
import math
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, TensorDataset
from transformers import ViTConfig, ViTForImageClassification

torch.manual_seed(0)
EPOCHS, BS, PEAK, WD = 25, 64, 1e-3, 0.05

images, digits = load_digits(return_X_y=True)
images = torch.tensor(images, dtype=torch.float32).view(-1, 1, 8, 8) / 16.0     # pixel range of this set is 0..16
target = torch.tensor(digits, dtype=torch.long)
rest, te = train_test_split(np.arange(len(digits)), test_size=0.2, stratify=digits, random_state=0)
tr, va = train_test_split(rest, test_size=0.2, stratify=digits[rest], random_state=0)
mu, sd = images[tr].mean(), images[tr].std()
images = (images - mu) / sd

def loader(idx, shuffle=False):
    return DataLoader(TensorDataset(images[idx], target[idx]), batch_size=BS if shuffle else 256, shuffle=shuffle)

vit = ViTForImageClassification(ViTConfig(
    image_size=8, patch_size=2, num_channels=1, hidden_size=64, num_hidden_layers=3, num_attention_heads=4,
    intermediate_size=128, hidden_dropout_prob=0.1, num_labels=10))

decay = [p for p in vit.parameters() if p.ndim >= 2]
plain = [p for p in vit.parameters() if p.ndim < 2]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": WD}, {"params": plain, "weight_decay": 0.0}], lr=PEAK)
dl_tr, dl_va, dl_te = loader(tr, True), loader(va), loader(te)
total = EPOCHS * len(dl_tr)
warm = total // 10
sched = LambdaLR(opt, lambda s: (s + 1) / warm if s < warm else
                 0.5 * (1 + math.cos(math.pi * (s - warm) / (total - warm))))

@torch.inference_mode()
def accuracy(dl):
    vit.eval()
    hits = sum((vit(pixel_values=x).logits.argmax(-1) == y).sum().item() for x, y in dl)
    return hits / len(dl.dataset)

best, keep = -1.0, None
for epoch in range(EPOCHS):
    vit.train()
    running = 0.0
    for x, y in dl_tr:
        loss = F.cross_entropy(vit(pixel_values=x).logits, y, label_smoothing=0.05)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(vit.parameters(), 1.0)
        opt.step()
        sched.step()
        running += loss.item() * len(y)
    acc = accuracy(dl_va)
    print(f"{epoch:02d} loss {running / len(tr):.4f} val {acc:.4f}")
    if acc > best:
        best, keep = acc, {k: v.detach().clone() for k, v in vit.state_dict().items()}

vit.load_state_dict(keep)
print(f"best val {best:.4f}   test {accuracy(dl_te):.4f}")
