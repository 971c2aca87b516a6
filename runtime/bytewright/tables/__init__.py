"""Files as tables: opening, writing, datasets, SQL. Knows neither Spark nor the command line."""
