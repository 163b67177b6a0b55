import numpy as np
from sentence_transformers import SentenceTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

encoder = SentenceTransformer("all-MiniLM-L6-v2")


def embed(texts, batch_size=64):
    parts = [encoder.encode(texts[i : i + batch_size]) for i in range(0, len(texts), batch_size)]
    return np.concatenate(parts)


embeddings = embed(reviews)
flags = np.array([rating < 3 for rating in ratings])
x_train, x_test, y_train, y_test = train_test_split(embeddings, flags, test_size=0.2, stratify=flags, random_state=0)
print(LogisticRegression(max_iter=1000).fit(x_train, y_train).score(x_test, y_test))
