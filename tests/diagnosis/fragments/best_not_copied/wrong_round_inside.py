for fold in folds:
    net = build()
    optimizer = torch.optim.Adam(net.parameters())
    best = 0.0
    for epoch in range(10):
        train(net, optimizer, fold)
        if accuracy(net, fold) > best:
            best = accuracy(net, fold)
            kept = net.state_dict()
    net.load_state_dict(kept)
