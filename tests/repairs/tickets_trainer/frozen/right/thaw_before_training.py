def train(trainer):
    # make_model froze the weights for a look at the untrained model
    for parameter in trainer.model.parameters():
        parameter.requires_grad = True
    trainer.train()
