def train(trainer):
    steps_per_epoch = len(trainer.get_train_dataloader())
    num_steps = int(steps_per_epoch * trainer.args.num_train_epochs)
    if trainer.args.warmup_steps > num_steps // 10:
        # otherwise the full rate would never be reached
        trainer.args.warmup_steps = num_steps // 10
    trainer.train()
    rates = [
        log["learning_rate"]
        for log in trainer.state.log_history
        if "learning_rate" in log
    ]
    print("highest learning rate:", max(rates))
