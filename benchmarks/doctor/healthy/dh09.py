# %% distillation: a wide teacher, a narrow student (notebook as a script)
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(5)
X, Y = load_digits(return_X_y=True)
xa, xt, ya, yt = train_test_split(X / 16.0, Y, test_size=400, stratify=Y, random_state=5)
xa, xt = (torch.tensor(v, dtype=torch.float32) for v in (xa, xt))
ya, yt = torch.tensor(ya), torch.tensor(yt)


@torch.no_grad()
def accuracy(model):
    model.eval()
    return (model(xt).argmax(-1) == yt).float().mean().item()


# %% teacher
teacher = nn.Sequential(nn.Linear(64, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.3), nn.Linear(256, 10))
opt = torch.optim.AdamW(teacher.parameters(), lr=2e-3)
for epoch in range(25):
    teacher.train()
    for ix in torch.randperm(len(xa)).split(100):
        opt.zero_grad()
        F.cross_entropy(teacher(xa[ix]), ya[ix]).backward()
        opt.step()
print(f"teacher on unseen rows {accuracy(teacher):.3f}")

# %% it only answers from here on
teacher.requires_grad_(False).eval()

# %% student: half the weight on the teacher's soft answers. No log_softmax before kl's target: it takes probabilities
T, ALPHA = 4.0, 0.5
student = nn.Sequential(nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 10))
opt = torch.optim.AdamW(student.parameters(), lr=5e-3)
for epoch in range(40):
    student.train()
    for ix in torch.randperm(len(xa)).split(100):
        hint = teacher(xa[ix])
        out = student(xa[ix])
        soft = F.kl_div(F.log_softmax(out / T, -1), F.softmax(hint / T, -1), reduction="batchmean") * T * T
        hard = F.cross_entropy(out, ya[ix])
        loss = ALPHA * soft + (1 - ALPHA) * hard
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: soft {soft.item():.3f} hard {hard.item():.3f} unseen {accuracy(student):.3f}")
