/* The first module of a page: in a browser without what the others need it throws, so that none of them starts. */
if (!window.FormDataEvent) throw new Error("too old"); // without it, answers would be sent in the wrong order
document.documentElement.classList.add("js");
