/**
 * The pages of the documentation: what they link to and name, the code in them, and the site made
 * of them. It reads Markdown by commonmark and the sources as text. Begin with {@link
 * org.armci4j.cli.docs.Pages}.
 */
package org.armci4j.cli.docs;
