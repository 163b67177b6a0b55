import time
from torch.utils.data import DataLoader

speed_test_loader = DataLoader(train_set, batch_size=256, num_workers=8, pin_memory=True, drop_last=True)
start = time.perf_counter()
for images, _ in speed_test_loader:
    images = images.cuda(non_blocking=True)
print(f"{len(speed_test_loader) * 256 / (time.perf_counter() - start):.0f} images per second")
