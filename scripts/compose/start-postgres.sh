#!/bin/sh
# Runs PostgreSQL with POSTGRES_DB, POSTGRES_USER and POSTGRES_PASSWORD_FILE, as the image postgres does.
set -eu
data=/var/lib/postgresql/data
as_postgres='setpriv --reuid postgres --regid postgres --clear-groups'
mkdir -p "$data" /run/postgresql
chown postgres:postgres "$data" /run/postgresql
chmod 0700 "$data"
if [ ! -e "$data/PG_VERSION" ]; then
  install -o postgres -m 0400 "$POSTGRES_PASSWORD_FILE" /run/postgresql/password
  $as_postgres initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /run/postgresql/password \
    --auth-host scram-sha-256 --auth-local trust --encoding UTF8 --locale C.UTF-8
  rm /run/postgresql/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | $as_postgres postgres --single -D "$data" postgres
fi
exec $as_postgres postgres -D "$data" -c listen_addresses='*'
