/**
 * Compares the API that is promised to programs with the text of it that stands in the checkout, in
 * each library module's {@code api.txt}. Uses reflection on the modules' classes, and reads their
 * {@code package-info.java} and {@code module-info.java}. Begin with {@link
 * org.armci4j.cli.api.ApiTest}.
 */
package org.armci4j.cli.api;
