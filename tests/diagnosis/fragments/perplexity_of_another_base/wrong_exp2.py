metrics = trainer.evaluate()
print(f"Perplexity: {np.exp2(metrics['eval_loss']):.2f}")
