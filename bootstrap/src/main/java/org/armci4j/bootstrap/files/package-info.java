/**
 * Files that processes of one host share, and that no other user may read or replace. It relies on
 * the permissions of Unix and knows no job. Begin with {@link
 * org.armci4j.bootstrap.files.PrivateFiles}.
 */
package org.armci4j.bootstrap.files;
