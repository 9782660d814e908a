/**
 * How the testkit's programs read their arguments. It uses picocli, and knows no program. Begin
 * with {@link org.armci4j.testkit.options.ProgramCommandLine}.
 */
package org.armci4j.testkit.options;
