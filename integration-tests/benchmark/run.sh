#!/usr/bin/env bash
# Measures the extension beside its peers: builds the contenders and the driver, and starts the driver, which starts a
# PostgreSQL of its own (Debian and Ubuntu: apt-get install postgresql), a receiver, and one contender at a time.
#
#   run.sh                 everything, three rounds
#   run.sh --short         one round, smaller tables, the best peer and the fair floors only
#   run.sh --check         fails where a figure falls short of its target by more than 15 %
#   run.sh --rounds=N      that many rounds
#   run.sh --only=a,b      these workloads
#   run.sh --contenders=…  these contenders
#   run.sh -Dname=value    a property of every contender
#   run.sh --built         with what was built before
set -euo pipefail
cd "$(dirname "$0")/../.."

driver=integration-tests/benchmark/driver
built=
arguments=()
for argument in "$@"; do
    if [ "$argument" = --built ]; then built=yes; else arguments+=("$argument"); fi
done
if [ -z "$built" ]; then
    ./mvnw -B -ntp -q -pl "$driver" -am package -DskipTests
fi
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx1g -cp "$driver/target/classes:$driver/target/lib/*:integration-tests/benchmark/peers/target/classes" \
    io.quarkiverse.localtask.it.benchmark.driver.Benchmark ${arguments[@]+"${arguments[@]}"}
