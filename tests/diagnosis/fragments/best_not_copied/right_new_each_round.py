best, best_state, states = 0.0, None, []
for width in (16, 32, 64):
    net = build(width)
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(10):
        train(net, optimizer)
    states.append(net.state_dict())
    if accuracy(net) > best:
        best, best_width = accuracy(net), width
        best_state = net.state_dict()
final = build(best_width)
final.load_state_dict(best_state)
for width, state in zip((16, 32, 64), states):
    member = build(width)
    member.load_state_dict(state)
