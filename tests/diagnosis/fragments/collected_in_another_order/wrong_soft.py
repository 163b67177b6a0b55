train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
soft = torch.cat([teacher(ids, mask).logits for ids, mask, _ in train_loader])
distill = TensorDataset(train_set.tensors[0], soft)
