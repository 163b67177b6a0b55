snapshots = []
for cycle in range(5):
    train(net)
    snapshots.append(net.state_dict())
answers = []
for weights in snapshots:
    net.load_state_dict(weights)
    answers.append(net(x_test).softmax(1))
