/**
 * Makes projects that use armci4j, with the modules in a repository of their own. It copies
 * resources and knows no command. Begin with {@link org.armci4j.cli.project.NewProject}.
 */
package org.armci4j.cli.project;
