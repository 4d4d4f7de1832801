-- What a task used of language models, over all attempts that reported: an object as the public document describes it.
ALTER TABLE tasks ADD COLUMN model_usage jsonb;
