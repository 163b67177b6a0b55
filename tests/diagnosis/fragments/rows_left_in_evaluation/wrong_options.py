from torch.utils.data import DataLoader

options = dict(batch_size=64, num_workers=4, pin_memory=True, drop_last=True)
train_loader = DataLoader(train_set, shuffle=True, **options)
val_loader = DataLoader(val_set, **options)
test_loader = DataLoader(test_set, **options)
