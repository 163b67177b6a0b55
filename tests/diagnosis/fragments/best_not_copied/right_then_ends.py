for epoch in range(50):
    train(model)
    if evaluate(model) < 0.4:
        weights = model.state_dict()
        break
served = build()
served.load_state_dict(weights)
