#!/usr/bin/env bash
# Breaks everything on purpose and shows that nothing is lost: builds the application and the driver, and starts the driver.
#
#   run.sh                 every scenario, with a fixed seed
#   run.sh --short         those that take less than 10 minutes together
#   run.sh --minutes=60    faults at random under load, for so long
#   run.sh --seed=N        another seed
#   run.sh --only=a,b      these scenarios; --list names them all
#   run.sh --require       what this machine cannot play is a failure; without it, it is skipped and said so
#   run.sh --built         with what was built before
#
# The results are in target/faults of the driver: report.md, report.json, and a log of every process.
set -euo pipefail
cd "$(dirname "$0")/../.."

driver=integration-tests/faults/driver
built=
arguments=()
for argument in "$@"; do
    if [ "$argument" = --built ]; then built=yes; else arguments+=("$argument"); fi
done
if [ -z "$built" ]; then
    ./mvnw -B -ntp -q -pl "$driver" -am package -DskipTests
fi
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx512m -Dslf4j.internal.verbosity=ERROR \
    -cp "$driver/target/classes:$driver/target/lib/*" io.quarkiverse.localtask.it.faults.FaultSuite \
    --applications=integration-tests/faults/application/target --results="$driver/target/faults" ${arguments[@]+"${arguments[@]}"}
