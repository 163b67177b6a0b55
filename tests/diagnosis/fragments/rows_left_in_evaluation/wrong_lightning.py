import lightning as L
from torch.utils.data import DataLoader


class Data(L.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(self.train, batch_size=32, shuffle=True, drop_last=True)

    def val_dataloader(self):
        return DataLoader(self.val, batch_size=32, drop_last=True)

    def test_dataloader(self):
        return DataLoader(self.test, batch_size=32, drop_last=True)
