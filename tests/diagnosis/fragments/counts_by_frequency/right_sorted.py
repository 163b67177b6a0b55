counts = train["label"].value_counts().sort_index()
weights = torch.tensor(1.0 / counts.values, dtype=torch.float32)
loss_function = nn.CrossEntropyLoss(weight=weights)
