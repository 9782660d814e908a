package org.armci4j.cli;

import java.lang.reflect.Method;
import java.util.Map;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;

/**
 * Runs examples one after the other in one job, as it takes longer to start a job than to run most
 * of them. The arguments are the names by which {@code armci run} knows them.
 */
final class ExamplesMain {
  private ExamplesMain() {}

  public static void main(String[] names) throws ReflectiveOperationException {
    ClassLoader loader = ExamplesMain.class.getClassLoader();
    Map<String, String> classes = new ProgramCatalog(loader).list(ProgramCatalog.EXAMPLES);
    for (String name : names) {
      run(loader.loadClass(classes.get(name)));
    }
  }

  private static void run(Class<?> example) throws ReflectiveOperationException {
    for (Method method : example.getMethods()) {
      if (method.getName().equals("main")) {
        Object[] arguments = method.getParameterCount() == 0 ? null : new Object[] {new String[0]};
        method.invoke(null, arguments);
      }
    }
  }
}
