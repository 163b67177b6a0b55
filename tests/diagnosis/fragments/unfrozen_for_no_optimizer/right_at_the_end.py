def train_head(model):
    model.bert.requires_grad_(False)
    optimizer = AdamW(model.classifier.parameters(), lr=1e-3)
    train(model, optimizer)
    model.bert.requires_grad_(True)


train_head(model)
torch.save(model.state_dict(), "head.pt")
