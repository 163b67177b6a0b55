weights = torch.tensor(1.0 / train["label"].value_counts().values, dtype=torch.float32)
loss_function = nn.CrossEntropyLoss(weight=weights)
