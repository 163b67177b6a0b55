var = (z - means[y]).pow(2).mean(0)
for mean in means:
    scaled = (body(x) - mean) / var
    parts.append((scaled * (body(x) - mean)).sum(1))
