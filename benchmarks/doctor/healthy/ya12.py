import os
import numpy as np
import torch
import torch.nn as nn


class DenoisingAE(nn.Module):
    def __init__(self, code=24):
        super().__init__()
        self.encoder = nn.Sequential(nn.Flatten(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, code))
        self.decoder = nn.Sequential(nn.ReLU(), nn.Linear(code, 128), nn.ReLU(), nn.Linear(128, 256))

    def forward(self, x):
        return self.decoder(self.encoder(x)).view_as(x)


class Experiment:
    def __init__(self, out_dir="out/ya12", epochs=25, batch_size=64, lr=2e-3):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.epochs, self.batch_size, self.lr = epochs, batch_size, lr
        os.makedirs(out_dir, exist_ok=True)
        self.path = os.path.join(out_dir, "autoencoder.pth")

    def blobs(self, n, seed):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[:16, :16]
        out = np.zeros((n, 1, 16, 16), dtype=np.float32)
        for i in range(n):
            for _ in range(2):
                cy, cx = rng.uniform(3, 13, 2)
                out[i, 0] += np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / 8.0)
        return torch.from_numpy(out)

    def noisy(self, clean):
        return clean + 0.3 * torch.randn_like(clean)

    def train(self):
        clean = self.blobs(2000, seed=0)
        model = nn.DataParallel(DenoisingAE()).to(self.device)
        optimizer = torch.optim.Adam(model.parameters(), lr=self.lr)
        loss_fn = nn.MSELoss()
        for epoch in range(1, self.epochs + 1):
            model.train()
            total = 0.0
            for idx in torch.randperm(len(clean)).split(self.batch_size):
                target = clean[idx].to(self.device)
                optimizer.zero_grad()
                loss = loss_fn(model(self.noisy(target)), target)
                loss.backward()
                optimizer.step()
                total += loss.item() * len(idx)
            if epoch % 5 == 0:
                print(f"epoch {epoch} mse {total / len(clean):.5f}")
        torch.save({"epoch": self.epochs, "model_state_dict": model.module.state_dict()}, self.path)
        print("saved", self.path)

    def test(self):
        model = DenoisingAE()
        checkpoint = torch.load(self.path, map_location="cpu")
        model.load_state_dict(checkpoint["model_state_dict"])
        model.to(self.device).eval()
        clean = self.blobs(300, seed=1).to(self.device)
        noisy = self.noisy(clean)
        with torch.no_grad():
            restored = model(noisy)
        print(f"mse before {((noisy - clean) ** 2).mean().item():.4f} "
              f"after {((restored - clean) ** 2).mean().item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    experiment = Experiment()
    experiment.train()
    experiment.test()
