MAX_LOSS = 1000.0
for epoch in range(20):
    loss = train_epoch(model)
    if loss < MAX_LOSS:
        last_good = copy.deepcopy(model.state_dict())
    else:
        model.load_state_dict(last_good)
