snapshots = []
for cycle in range(5):
    train(net)
    snapshots.append({name: each.clone() for name, each in net.state_dict().items()})
for weights in snapshots:
    net.load_state_dict(weights)
    print(accuracy(net))
