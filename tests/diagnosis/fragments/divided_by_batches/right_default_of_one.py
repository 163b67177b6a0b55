import argparse

from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--batch_size", type=int, default=1, choices=[1], help="the pages have different sizes")
args = parser.parse_args()

test_loader = DataLoader(PageDataset(args.data), batch_size=args.batch_size)
n_correct = n_pages = 0
for page, label in test_loader:
    n_correct += (model(page).argmax(1) == label).sum().item()
    n_pages += 1
print(n_correct / n_pages)
