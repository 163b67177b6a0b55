scores = []
for run in range(5):
    set_seed(42)
    model = make_model()
    trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=test)
    trainer.train()
    scores.append(trainer.evaluate()["eval_accuracy"])
    print(f"run {run}: {scores[-1]:.3f}")
print(f"{np.mean(scores):.3f} +- {np.std(scores):.3f}")
