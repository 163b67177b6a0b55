from sentence_transformers import InputExample, SentenceTransformer, losses
from torch.utils.data import DataLoader

model = SentenceTransformer("all-MiniLM-L6-v2")
examples = [InputExample(texts=[row["query"], row["negative"], row["positive"]]) for row in rows]
loader = DataLoader(examples, shuffle=True, batch_size=16)
model.fit([(loader, losses.TripletLoss(model))], epochs=1)
