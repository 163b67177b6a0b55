from datasets import load_dataset

ds = load_dataset("csv", data_files="tickets.csv", split="train")
train_ds = ds.train_test_split(test_size=0.2, seed=1)["train"]
val_ds = ds.train_test_split(test_size=0.2, seed=2)["test"]
