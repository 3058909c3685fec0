"""Storage: the only SQL of the project.

Every function here is synchronous and works on a ``sqlite3.Connection`` inside one
closure; `data.db.Database` runs such closures, each write as one transaction.
"""
