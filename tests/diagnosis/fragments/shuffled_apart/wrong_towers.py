query_loader = DataLoader(q_train, batch_size=128, shuffle=True, drop_last=True)
article_loader = DataLoader(a_train, batch_size=128, shuffle=True, drop_last=True)
for epoch in range(10):
    for q, a in zip(query_loader, article_loader):
        loss = info_nce(query_tower(q), article_tower(a))
        loss.backward()
