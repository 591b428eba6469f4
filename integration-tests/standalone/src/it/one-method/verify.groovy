// what goes to production holds the extension, and nothing of what dev mode has
def jars = new File(basedir, 'target/quarkus-app/lib/main').list()
assert jars.any { it.contains('quarkus-local-task-') }
assert !jars.any { it.contains('quarkus-local-task-dev-') }
