def train(model, loader, epochs=6):
    model.bert.requires_grad_(False)
    opt = AdamW(model.classifier.parameters(), lr=1e-3)
    for epoch in range(epochs):
        if epoch == 2:
            model.bert.requires_grad_(True)
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            opt.step()
            opt.zero_grad()
